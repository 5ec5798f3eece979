"""Studies: records with words, marks and questions, in chapters, shared by link."""
