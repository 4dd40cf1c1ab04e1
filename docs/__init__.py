"""What the README shows that is made by a program: its picture, and its list of commands. `make docs` renews both."""
