"""From the intermediate representation to C: what play, playouts and search share."""
