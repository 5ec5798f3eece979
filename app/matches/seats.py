"""The seats as the service names them; they are the engine's."""

from engine.seat import SEATS, Seat, Viewer, other

__all__ = ["SEATS", "Seat", "Viewer", "other"]
