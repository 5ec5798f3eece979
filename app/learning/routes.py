"""The routers of `app.learning`."""

from typing import Final

from fastapi import APIRouter

from app.learning.lessons import pages as lesson_pages
from app.learning.lessons import rulebook, search
from app.learning.mistakes import api as mistakes_api
from app.learning.mistakes import pages as mistake_pages
from app.learning.practice import page as practice_pages
from app.learning.puzzles import pages as puzzle_pages
from app.learning.replay import library
from app.learning.replay import pages as replay_pages
from app.learning.studies import edit_pages, embed_pages, question_pages
from app.learning.studies import pages as study_pages

ROUTERS: Final[list[APIRouter]] = [
    rulebook.router,
    search.router,
    lesson_pages.router,
    practice_pages.router,
    puzzle_pages.router,
    mistakes_api.router,
    mistake_pages.router,
    replay_pages.router,
    question_pages.router,
    study_pages.router,
    edit_pages.router,
    embed_pages.router,
    library.router,
]
