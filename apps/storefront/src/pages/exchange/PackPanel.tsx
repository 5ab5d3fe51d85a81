import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { PackState, PackWire } from '#contract/firsttrade.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { toast } from '#ui/Toast.tsx'
import { beijingTime } from '#ui/times.ts'
import { useBusy } from '#ui/useBusy.ts'
import { useLive } from '../../api/live.ts'
import { memberApi } from '../../api/member-calls.ts'
import { usePapers } from '../../api/usePapers.ts'
import { useSaveFile } from '../../parts/useSaveFile.ts'
import css from './exchange.module.css'

const STATES: Readonly<Record<PackState, { tone: StateTone; name: string }>> = {
  none: { tone: 'closed', name: '未制作' },
  waiting: { tone: 'moving', name: '制作中' },
  ready: { tone: 'ok', name: '可下载' },
  stale: { tone: 'wait', name: '有更新' },
  failed: { tone: 'bad', name: '制作失败' },
}

function saidOf({ state, why, made, total, made_at: madeAt, downloaded_at: takenAt }: PackWire): string {
  if (state === 'failed') return '有资料未能制作，我们会尽快处理，请稍后再来。'
  if (state === 'waiting') return `已制作 ${made}/${total} 份，完成后发消息通知您。`
  if (state === 'ready')
    return `共 ${total} 份，${beijingTime(madeAt ?? '')} 制作${takenAt ? `，上次下载 ${beijingTime(takenAt)}` : '，尚未下载'}。`
  if (why !== '') return `${why}。`
  if (state === 'stale') return '资料已更新，重新制作后即可下载新的资料包。'
  return `共 ${total} 份，逐页标注贵司名称与用途并加盖印章，约一分钟做好。`
}

/** Keeps the packs of a page true while they are made. */
export function usePackWatch(packs: readonly PackWire[]): void {
  const { revalidate } = useRevalidator()
  useLive('messages', () => void revalidate())
  usePapers(packs.some((pack) => pack.state === 'waiting'))
}

/** A pack of copies: how it stands, and the one thing that can be done about it now. goodsId: of the files of a goods. */
export function PackPanel({ pack, name, goodsId }: { pack: PackWire; name: string; goodsId?: number }) {
  const client = useApi()
  const { revalidate } = useRevalidator()
  const asking = useBusy()
  const saving = useSaveFile()
  const busy = asking.busy || saving.busy

  const ask = () =>
    asking.run(async () => {
      const { message } = await client.ask(memberApi.packAsk, { body: goodsId === undefined ? {} : { goods_id: goodsId } })
      toast({ text: message, tone: 'success' })
      await revalidate()
    })
  const take = () => saving.save(`/api/first_trade/pack/zip${goodsId === undefined ? '' : `?goods_id=${goodsId}`}`, () => void revalidate())
  const { tone, name: stateName } = STATES[pack.state]
  return (
    <div className={css.pack}>
      <StateBadge tone={tone}>{stateName}</StateBadge>
      <p aria-live="polite">{saidOf(pack)}</p>
      {pack.state === 'ready' ? (
        <Button kind="primary" disabled={busy} aria-label={`${busy ? '正在打包…' : '下载资料包'}：${name}`} onClick={take}>
          <Icon name="file" />
          {busy ? '正在打包…' : '下载资料包'}
        </Button>
      ) : (
        pack.can_ask === 1 && (
          <Button
            kind="primary"
            disabled={busy}
            aria-label={`${pack.state === 'stale' ? '重新制作' : '制作资料包'}：${name}`}
            onClick={() => void ask()}
          >
            {pack.state === 'stale' ? '重新制作' : '制作资料包'}
          </Button>
        )
      )}
      {pack.missing.length > 0 && <small>尚未收录：{pack.missing.join('、')}</small>}
    </div>
  )
}
