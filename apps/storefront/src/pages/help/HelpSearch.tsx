import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './Article.module.css'
import { helpSearch } from './help-paths.ts'

/** Works without a script too. */
export function HelpSearch({ keywords = '', big = false }: { keywords?: string; big?: boolean }) {
  const navigate = useNavigate()
  const [text, setText] = useState(keywords)
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) void navigate(helpSearch(text.trim()))
  }
  return (
    <form aria-label="搜索帮助" action="/help/search" className={big ? `${css.search} ${css.bigSearch}` : css.search} onSubmit={search}>
      <input
        className={big ? 'input input-lg' : 'input'}
        type="search"
        name="keywords"
        aria-label="在帮助中搜索"
        placeholder={big ? '搜索帮助，如：运费、换手机号' : '搜索帮助'}
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" kind={big ? 'primary' : 'plain'} size={big ? 'lg' : 'md'}>
        <Icon name="search" size={14} />
        搜索
      </Button>
    </form>
  )
}
