"""The presentation of Muscio."""
