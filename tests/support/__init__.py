"""The ground of the tests: real servers, a real browser, and who needs which."""
