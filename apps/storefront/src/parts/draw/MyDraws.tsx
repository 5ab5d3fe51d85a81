import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { api } from '../../api/calls.ts'
import { paths } from '../../paths.ts'
import css from './DrawPopup.module.css'

const SHOWN = 5

/** 我的抽奖记录: read when it is opened, and again after each draw. */
export function MyDraws({ fresh }: { fresh: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={css.rule} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>我的抽奖记录</summary>
      {open && <List key={String(fresh)} />}
    </details>
  )
}

function List() {
  const client = useApi()
  const { data } = useQuery({
    queryKey: ['draw', 'mine'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await client.ask(api.drawRecord, { query: { per_page: SHOWN }, signal, handles: 'all' })).data,
  })
  if (!data) return <p>正在读取…</p>
  if (data.list.length === 0) return <p>还没有抽奖记录</p>
  return (
    <>
      <ul className={css.mine}>
        {data.list.map((record) => (
          <li key={record.id}>
            <span className="ell">{record.draw_name}</span>
            <b className="ell">{record.name}</b>
          </li>
        ))}
      </ul>
      {data.total > SHOWN && (
        <Link className="link" to={paths.pointsOrders({ show: 'draws' })}>
          查看全部 {data.total} 条
        </Link>
      )}
    </>
  )
}
