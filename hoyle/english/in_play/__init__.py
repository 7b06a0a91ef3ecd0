"""What is told of one position: values, reasons, changes, for those who may know them."""
