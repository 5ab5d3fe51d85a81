/**
 * Sections and articles as text: '# code name' opens a section, '## age title' or '## age code title' an article (age: days
 * before the start of the shop), '> …' is its summary; the rest is the body, where '### ' begins a heading (contract
 * content.ts, ArticleDetail, says what else).
 */
export interface DemoArticle {
  /** '' = found by its id only. */
  code: string
  title: string
  age: number
  summary: string
  body: string
}
export interface DemoSection {
  code: string
  name: string
  articles: DemoArticle[]
}

export function parseArticles(text: string): DemoSection[] {
  const sections: DemoSection[] = []
  let article: DemoArticle | null = null
  for (const line of text.trim().split('\n')) {
    const section = /^# (\S+) (.+)$/.exec(line)
    const heading = /^## (\d+) (?:([a-z]+) )?(.+)$/.exec(line)
    if (section) {
      sections.push({ code: section[1] ?? '', name: section[2] ?? '', articles: [] })
      article = null
    } else if (heading) {
      article = { code: heading[2] ?? '', title: heading[3] ?? '', age: Number(heading[1]), summary: '', body: '' }
      sections.at(-1)?.articles.push(article)
    } else if (article === null) {
      if (line.trim() !== '') throw new Error(`a line before any article: ${line}`)
    } else if (line.startsWith('> ')) {
      article.summary = line.slice(2)
    } else {
      article.body += `${line.replace(/^### /, '## ')}\n`
    }
  }
  for (const one of sections.flatMap(({ articles }) => articles)) one.body = one.body.trim()
  return sections
}
