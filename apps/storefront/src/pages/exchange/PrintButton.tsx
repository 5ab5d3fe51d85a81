import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { useSaveFile } from '../../parts/useSaveFile.ts'

interface Props {
  text: string
  path: '/api/document/print' | '/api/report/print'
  ids: readonly number[]
  /** As ZIP_MAX of the contract. */
  most: number
}

/** Papers in one PDF, so that they are printed with one click; the single files stay the signed originals. */
export function PrintButton({ text, path, ids, most }: Props) {
  const { busy, save } = useSaveFile()
  const fetchIt = () => {
    if (ids.length > most) return toast({ text: `一次最多合并 ${most} 份，请少选几份`, tone: 'error' })
    save(`${path}?${ids.map((id) => `ids[]=${id}`).join('&')}`, () =>
      toast({ text: '已合并为一个 PDF，打开即可打印；带签名的原件仍是各份单独的文件', tone: 'success' }),
    )
  }
  return (
    <Button disabled={busy || ids.length === 0} onClick={fetchIt}>
      <Icon name="file" size={14} />
      {busy ? '正在合并…' : text}
    </Button>
  )
}
