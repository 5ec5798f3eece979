"""The analysis of finished matches, turn by turn, by the expert among the bots (docs/decisions/analysis.md)."""
