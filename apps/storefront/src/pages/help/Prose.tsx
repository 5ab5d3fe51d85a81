import css from './Article.module.css'
import { type Block, proseBlocks } from './prose-blocks.ts'

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

function ProseBlock({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>
  if (block.kind === 'paragraph') return <p>{block.text}</p>
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
