"""What people type and press: discord.py over rules, storage and render."""
