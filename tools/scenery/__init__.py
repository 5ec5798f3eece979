"""The scenery of the board, drawn by this program: islands, bridges, plants and ruins.

`make scenery` writes static/img/board/scenery/, a file for day and one for night of each picture. The same numbers come
out every time, so that a picture changes only when its drawing does.
"""
