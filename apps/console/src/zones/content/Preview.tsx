import { type Block, inlines, proseBlocks } from '#ui/prose-blocks.ts'

/** An article as its page will draw it. Blanks that are still to be filled in stand out. */

const BLANK = /(【请填写：[^】]*】)/

/** What is alike stands more than once in a text: each by its place. */
const placed = (list: readonly string[]) => list.map((text, place) => ({ text, place }))

function Words({ text }: { text: string }) {
  return inlines(text).map(({ at, text: part, to }) =>
    to === null ? (
      placed(part.split(BLANK)).map(({ text: one, place }) => (BLANK.test(one) ? <mark key={`${at}-${place}`}>{one}</mark> : one))
    ) : (
      <a key={at} className="link" href={to} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  )
}

function Table({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    <table className="tb tb-in">
      <thead>
        <tr>
          {placed(head).map(({ text, place }) => (
            <th key={place}>{text}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {placed(rows.map((row) => row.join('|'))).map(({ place }) => (
          <tr key={place}>
            {placed(rows[place] ?? []).map(({ text, place: column }) => (
              <td key={column}>
                <Words text={text} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Items({ items, steps }: { items: string[]; steps: boolean }) {
  const List = steps ? 'ol' : 'ul'
  return (
    <List>
      {placed(items).map(({ text, place }) => (
        <li key={place}>
          <Words text={text} />
        </li>
      ))}
    </List>
  )
}

function One({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h3>{block.text}</h3>
  if (block.kind === 'table') return <Table rows={block.rows} />
  if ('items' in block) return <Items items={block.items} steps={block.kind === 'steps'} />
  return (
    <p className={block.kind === 'note' ? 'prose-note' : 'pre'}>
      <Words text={block.text} />
    </p>
  )
}

export function Preview({ title, summary, body }: { title: string; summary: string; body: string }) {
  return (
    <article className="prose" aria-label="预览">
      <h2>{title || '（标题）'}</h2>
      {summary && <p className="muted">{summary}</p>}
      {proseBlocks(body).map((block) => (
        <One key={block.line} block={block} />
      ))}
    </article>
  )
}
