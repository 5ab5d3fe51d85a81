import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import css from '../../parts/goods-lines/gathered.module.css'

/** Finds among what was gathered. */
export function GoodsSearch({ label, keywords, onSearch }: { label: string; keywords: string; onSearch: (keywords: string) => void }) {
  const [words, setWords] = useState(keywords)
  return (
    <form
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(words.trim())
      }}
    >
      <input
        className="input"
        aria-label={label}
        placeholder="商品名称、规格或厂家"
        value={words}
        maxLength={60}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit">查找</Button>
    </form>
  )
}
