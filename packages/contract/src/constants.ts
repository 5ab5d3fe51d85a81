/** Business constants of specification section 9, used by both sides. */
export const REQUEST_TIMEOUT_MS = 30_000
export const CART_BADGE_MAX = 99
export const CART_FILTER_ALL = 99_999
export const CATEGORY_MENU_MAX = 7
export const NAV_MAX = 9
export const HELP_GROUPS_MAX = 4
export const SEARCH_DELAY_MS = 500
export const SEARCH_CACHE_MS = 5_000
export const SEARCH_HISTORY_MAX = 10
export const SEARCH_FIXED_AFTER_PX = 205
export const PAGE_SIZE = 40
export const PAGE_SIZE_MAX = 100
/** What a company is called from step 1 of its registration until it gives its name. */
export const UNNAMED_COMPANY = '待完善资料的企业'
export const CART_LINES_MAX = 1_000
/** Lines of one list that is pasted or uploaded for quick purchase. */
export const QUICK_LINES_MAX = 1_000
export const QUICK_FILE_BYTES_MAX = 2 * 1024 * 1024
/** The line /api/live is closed with it: the session ended or is not what it was; the page asks who it is now. */
export const LIVE_RIGHTS_CHANGED = 4401
/** Characters of one message to the service. */
export const CHAT_TEXT_MAX = 1_000
