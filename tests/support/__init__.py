"""What the tests stand on: real servers, a real browser, and who needs which."""
