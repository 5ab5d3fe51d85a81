import { Fragment } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { type Block, inlines, proseBlocks } from '#ui/prose-blocks.ts'
import css from './Prose.module.css'
import { SiteLink } from './SiteLink.tsx'

/** An article's text. Nothing in it is taken as HTML. */
export function Prose({ text }: { text: string }) {
  return (
    <div className={css.prose}>
      {proseBlocks(text).map((block) => (
        <ProseBlock key={block.line} block={block} />
      ))}
    </div>
  )
}

function Words({ text }: { text: string }) {
  return inlines(text).map(({ at, text: part, to }) =>
    to === null ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <SiteLink key={at} url={to} className="link">
        {part}
      </SiteLink>
    ),
  )
}

function ProseBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2 id={block.id}>{block.text}</h2>
    case 'paragraph':
      return (
        <p>
          <Words text={block.text} />
        </p>
      )
    case 'note':
      return (
        <p className={css.note}>
          <Icon name="info" />
          <span>
            <Words text={block.text} />
          </span>
        </p>
      )
    case 'table':
      return <Table rows={block.rows} />
    default:
      return <Items block={block} />
  }
}

function Items({ block: { kind, items } }: { block: Extract<Block, { items: string[] }> }) {
  const List = kind === 'steps' ? 'ol' : 'ul'
  return (
    <List>
      {items.map((item) => (
        <li key={item}>
          <Words text={item} />
        </li>
      ))}
    </List>
  )
}

/** On a phone each row stands by itself, every cell under its head. */
function Table({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join('|')}>
            {row.map((cell, at) => (
              <td key={head[at] ?? at} data-head={head[at]}>
                <Words text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
