import css from './Article.module.css'

/** Paragraphs parted by blank lines; "## " begins a heading, "- " a list's line. Nothing in the text is taken as HTML. */
export function Prose({ text }: { text: string }) {
  const blocks = text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
  return (
    <div className={css.prose}>
      {blocks.map((block, index) => {
        const lines = block.split('\n').map((line) => line.trim())
        const [first = ''] = lines
        const key = `${index}-${first.slice(0, 12)}`
        if (first.startsWith('## ')) return <h2 key={key}>{first.slice(3)}</h2>
        if (lines.every((line) => line.startsWith('- ')))
          return (
            <ul key={key}>
              {lines.map((line) => (
                <li key={line}>{line.slice(2)}</li>
              ))}
            </ul>
          )
        return <p key={key}>{lines.join('\n')}</p>
      })}
    </div>
  )
}
