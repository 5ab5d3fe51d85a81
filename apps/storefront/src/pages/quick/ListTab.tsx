import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { type Added, AddResult } from '../../parts/quick/AddResult.tsx'
import { FileBox } from './FileBox.tsx'
import { MatchList } from './MatchList.tsx'
import { PasteBox } from './PasteBox.tsx'
import css from './quick.module.css'
import { focusStop, stopsIn } from './stops.ts'
import type { useDraft } from './useDraft.ts'
import { useList } from './useList.ts'

/** A list from elsewhere: given as text or as a file, confirmed line by line, and into the cart. */
export function ListTab({ source, work }: { source: 'paste' | 'file'; work: ReturnType<typeof useDraft> }) {
  const list = useList(work)
  const [more, setMore] = useState(false)
  // Kept here: the list may be empty when all of it was added.
  const [result, setResult] = useState<Added | null>(null)
  const [arrivals, setArrivals] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const filled = list.lines.length > 0
  const arrived = (count: number) => {
    if (count === 0) return
    setResult(null)
    setMore(false)
    setArrivals((old) => old + 1)
  }
  // Where the work goes on: the first line of the list, once it is drawn.
  useEffect(() => {
    if (arrivals > 0) focusStop(place.current ? stopsIn(place.current)[0] : undefined)
  }, [arrivals])
  const open = !filled || more
  return (
    <>
      {result && <AddResult {...result} onClose={() => setResult(null)} />}
      {open && !list.restoring && (
        <section className={`panel ${css.input}`} aria-label={source === 'paste' ? '粘贴清单' : '上传清单文件'}>
          {source === 'paste' ? (
            <PasteBox
              busy={list.busy}
              onRead={async (text) => {
                const count = await list.read(text)
                arrived(count)
                return count > 0
              }}
            />
          ) : (
            <FileBox onRead={(answer) => arrived(list.append(answer))} />
          )}
          {filled && (
            <Button kind="ghost" size="sm" onClick={() => setMore(false)}>
              收起
            </Button>
          )}
        </section>
      )}
      {list.restoring && (
        <section className={`panel ${css.input}`} aria-label="正在读取清单">
          <p className="muted">正在按今天的价格和库存核对您的清单…</p>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={44} />
          ))}
        </section>
      )}
      <div ref={place}>
        {filled && <MatchList list={list} work={work} source={source} adding={open} onMore={() => setMore(true)} onAdded={setResult} />}
      </div>
    </>
  )
}
