"""Rights by relation: who stands how to which thing of the vendor's product, and what they may do with it."""
