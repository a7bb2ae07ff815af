from gatehouse.kit.errors import Invalid, NotFound


class PictureUnreadable(Invalid):
    code = "profile.picture_unreadable"


class PictureTooLarge(Invalid):
    code = "profile.picture_too_large"


class PictureNotFound(NotFound):
    code = "profile.picture_not_found"
