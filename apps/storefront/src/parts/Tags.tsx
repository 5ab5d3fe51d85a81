import { shownTags, tagName } from './goods-facts.ts'
import { Tag } from './Tag.tsx'
import css from './Tags.module.css'

/** The tags of one goods; each one's full name is read out and shown on pointing. */
export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className={css.tags}>
      {shownTags(tags).map((tag) => (
        <span key={tag} title={tagName(tag)}>
          <Tag name={tag} />
        </span>
      ))}
    </span>
  )
}
