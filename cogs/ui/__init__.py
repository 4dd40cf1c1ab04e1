"""How a view is shown and a press is read: posts, panels, forms, lobbies, errors."""
