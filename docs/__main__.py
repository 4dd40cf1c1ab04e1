"""`make docs`: renew the README's picture and its list of commands."""

from docs.commands import renew_commands
from docs.picture import renew_picture

renew_picture()
renew_commands()
