/** What a search is called, on the page and in its tab; '' where nothing is searched. */
export function searchTitle({ keywords = '', type = 0 }: { keywords?: string; type?: number }): string {
  return keywords && `${type === 1 ? '搜索厂家' : '搜索'}“${keywords}”`
}
