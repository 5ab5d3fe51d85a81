import { Empty, Input, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAsk } from '../api/ask.ts'
import { shared } from '../api/shared-calls.ts'
import { useMay } from '../app/me.ts'
import { AREA_TITLES, type Zone } from '../zone.ts'
import { found, type Goal, goalsOf, recordsOf } from './palette-rules.ts'

interface Props {
  zones: readonly Zone[]
  open: boolean
  onClose: () => void
}

/** Until so long nothing more was typed, nobody is asked. */
const PAUSE_MS = 120
const SHORTEST = 2

function useTyped(text: string): string {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return typed
}

/** Ctrl+K: goes to any page or record, or begins anything, by typing a part of its name or number. */
export function Palette({ zones, open, onClose }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const asked = text.trim()
  const typed = useTyped(asked)
  const answer = useAsk(shared.find, { query: { q: typed } }, { enabled: open && typed.length >= SHORTEST })
  const isLooking = open && asked.length >= SHORTEST && (typed !== asked || answer.isPending)
  const groups = typed === asked ? (answer.data?.groups ?? []) : []
  const goals = open ? [...found(goalsOf(zones, may), text), ...recordsOf(groups, zones, may)] : []
  /** Enter came before the answer did. */
  const isWaited = useRef(false)
  const close = () => {
    setText('')
    setAt(0)
    isWaited.current = false
    onClose()
  }
  const go = (goal: Goal | undefined): void => {
    if (goal === undefined) return
    close()
    navigate(`/${goal.to}`)
  }
  useEffect(() => {
    if (!isWaited.current || isLooking) return
    isWaited.current = false
    go(goals[0])
  })
  const enter = (): void => {
    if (goals.length === 0 && isLooking) isWaited.current = true
    else go(goals[at])
  }
  const move = (by: number) => setAt((now) => (goals.length === 0 ? 0 : (now + by + goals.length) % goals.length))
  return (
    <Modal open={open} onCancel={close} footer={null} closable={false} width={560} destroyOnHidden className="palette" aria-label="查找">
      <Input
        autoFocus
        size="large"
        variant="borderless"
        placeholder="订单号、企业、商品、批号、电话，或页面、操作"
        aria-label="记录、页面、操作"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
          isWaited.current = false
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter') enter()
          else return
          event.preventDefault()
        }}
      />
      <ul>
        {goals.map((goal, index) => (
          <li key={`${goal.to} ${goal.text}`}>
            <button type="button" className={index === at ? 'is-on' : ''} onMouseEnter={() => setAt(index)} onClick={() => go(goal)}>
              <span className="nowrap">{goal.text}</span>
              {goal.note && <span className="muted s12 ell">{goal.note}</span>}
              <small>{goal.kind ?? AREA_TITLES[goal.area] ?? '操作'}</small>
            </button>
          </li>
        ))}
      </ul>
      {goals.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isLooking ? '正在查找…' : '没有找到记录、页面或操作'} />
      )}
    </Modal>
  )
}
