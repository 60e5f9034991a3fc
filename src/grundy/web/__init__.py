"""WEB: the app to play in. Pages and an interface for programs; all solving happens in processes that can be killed."""
