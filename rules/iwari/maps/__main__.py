"""`python -m rules.iwari.maps base_a`: a map's table and drawing."""

from rules.iwari.maps.show import main

main()
