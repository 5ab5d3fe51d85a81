import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { api } from '../api/calls.ts'
import { useUser } from '../api/queries.ts'
import { useIsOpen } from '../app/site.tsx'
import { paths } from '../paths.ts'

const FAVORITES = '/star'

/** Changes at once and goes back if the server refuses. A visitor is led to the login page first. */
export function useFavorite(goodsId: number, initially: boolean): { on: boolean; toggle: () => void } {
  const client = useApi()
  const navigate = useNavigate()
  const user = useUser()
  const isOpen = useIsOpen()
  const [on, setOn] = useState(initially)
  useEffect(() => setOn(initially), [initially])
  const send = async (next: boolean): Promise<void> => {
    setOn(next)
    try {
      const body = { goods_ids: [goodsId] }
      await (next ? client.ask(api.favoriteAdd, { body }) : client.ask(api.favoriteCancel, { body }))
      if (next) toast({ text: '收藏成功', tone: 'success', ...(isOpen(FAVORITES) && { action: { text: '查看收藏', url: FAVORITES } }) })
      else toast({ text: '取消收藏成功', tone: 'success' })
    } catch {
      // The error catalogue has shown why.
      setOn(!next)
    }
  }
  const toggle = (): void => {
    if (user === null) void navigate(paths.login(window.location.pathname + window.location.search))
    else void send(!on)
  }
  return { on, toggle }
}

interface Props {
  goodsId: number
  name: string
  favorite: boolean
  className?: string | undefined
  /** With the word 收藏 beside the heart. */
  worded?: boolean
}

export function FavoriteButton({ goodsId, name, favorite, className, worded = false }: Props) {
  const { on, toggle } = useFavorite(goodsId, favorite)
  return (
    <button type="button" className={className} aria-pressed={on} aria-label={`收藏 ${name}`} onClick={toggle}>
      <Icon name="heart" size={18} filled={on} />
      {worded && (on ? '已收藏' : '收藏')}
    </button>
  )
}
