import { useEffect, useId, useRef, useState } from 'react'
import type { DrawWire, PrizeWire } from '#contract/draw.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './DrawPopup.module.css'
import { MyDraws } from './MyDraws.tsx'
import { useDraw } from './useDraw.ts'
import { Winners } from './Winners.tsx'

/** Specification section 9. */
const CLOSE_MS = 1_000

interface Props {
  drawId: number
  /** Gone from the page, after the fade; drawn: at least one draw was made. */
  onClosed: (drawn: boolean) => void
}

/** The prize draw: eight prizes around one button. */
export default function DrawPopup({ drawId, onClosed }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [asking, setAsking] = useState(false)
  const [fading, setFading] = useState(false)
  const [fail] = useState(() => () => onClosed(false))
  const { draw, running, drawn, lit, result, start, again } = useDraw(drawId, fail)
  const ready = draw !== null
  useEffect(() => {
    if (ready) box.current?.showModal()
  }, [ready])
  useEffect(() => {
    if (!fading) return
    const timer = setTimeout(() => onClosed(drawn), CLOSE_MS)
    return () => clearTimeout(timer)
  }, [fading, drawn, onClosed])
  if (draw === null) return null
  const close = () => (running ? setAsking(true) : setFading(true))
  const settled = () => {
    if (result !== null && result.chances > 0) again()
    else setFading(true)
  }
  return (
    <dialog
      ref={box}
      className={fading ? `${css.box} ${css.fading}` : css.box}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <header className={css.head}>
        <div>
          <h2 id={title}>{draw.name}</h2>
          <p>{draw.remarks}</p>
        </div>
        <button type="button" className="iconbtn" aria-label="关闭抽奖" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <Board draw={draw} lit={lit} running={running} onStart={start} />
      <Winners drawId={draw.id} />
      <MyDraws fresh={result !== null} />
      <details className={css.rule}>
        <summary>活动规则</summary>
        <p>{draw.rule}</p>
      </details>
      <ConfirmDialog
        open={asking}
        title="温馨提示"
        text="正在抽奖，关闭后可在个人中心查看抽奖结果。"
        confirm="关闭"
        onConfirm={() => setFading(true)}
        onClose={() => setAsking(false)}
      />
      {result !== null && !fading && (
        <Dialog
          title={result.won ? '中奖了' : '未中奖'}
          tone="info"
          onClose={settled}
          actions={
            <Button kind="primary" onClick={settled}>
              {result.chances > 0 ? `再抽一次（剩 ${result.chances} 次）` : '知道了'}
            </Button>
          }
        >
          {result.won ? `恭喜您，抽中 ${result.prize.name}（${result.prize.remarks}）` : result.prize.remarks || '谢谢参与，明天再来'}
        </Dialog>
      )}
    </dialog>
  )
}

/** Where the eight prizes stand around the button, clockwise from the top left. */
const PLACES = ['1 / 1', '1 / 2', '1 / 3', '2 / 3', '3 / 3', '3 / 2', '3 / 1', '2 / 1'] as const

interface BoardProps {
  draw: DrawWire
  lit: number | null
  running: boolean
  onStart: () => void
}

function Board({ draw, lit, running, onStart }: BoardProps) {
  const shut = running || draw.chances === 0
  return (
    <div className={css.board}>
      <ul className={css.prizes}>
        {draw.prizes.slice(0, PLACES.length).map((prize, index) => (
          <Prize key={prize.id} prize={prize} place={PLACES[index] ?? '1 / 1'} lit={lit === index} />
        ))}
      </ul>
      <button type="button" className={css.go} disabled={shut} onClick={onStart}>
        <b>{running ? '抽奖中' : '抽奖'}</b>
        <small>{draw.chances > 0 ? `剩 ${draw.chances} 次` : draw.why || '今日已抽完'}</small>
      </button>
    </div>
  )
}

function Prize({ prize, place, lit }: { prize: PrizeWire; place: string; lit: boolean }) {
  return (
    <li className={lit ? `${css.prize} ${css.lit}` : css.prize} style={{ gridArea: place }}>
      {prize.image ? (
        <img src={prize.image} alt="" width="40" height="40" />
      ) : (
        <Icon name={prize.kind === 'none' ? 'heart' : 'gift'} size={28} />
      )}
      <span>{prize.name}</span>
    </li>
  )
}
