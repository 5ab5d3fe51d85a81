import { useRevalidator } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { BodyOf } from '#contract/call.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { receivingApi } from '../../api/receiving-calls.ts'
import { useSaveFile } from '../useSaveFile.ts'

interface Props {
  text: string
  /** The file itself, where there are few enough for that. */
  url: string
  /** What a job is to pack where there are more. */
  wish: BodyOf<typeof import('#contract/receiving.ts').packAsk>
  atOnce: boolean
  disabled?: boolean
}

/** Papers in one file: at once, or packed by a job that tells when it is done. */
export function PapersButton({ text, url, wish, atOnce, disabled = false }: Props) {
  const client = useApi()
  const { revalidate } = useRevalidator()
  const asking = useBusy()
  const saving = useSaveFile()
  const busy = asking.busy || saving.busy
  const pack = () =>
    asking.run(async () => {
      const { message } = await client.ask(receivingApi.pack, { body: wish })
      toast({ text: message, tone: 'success' })
      await revalidate()
    })
  return (
    <Button disabled={disabled || busy} onClick={() => (atOnce ? saving.save(url) : void pack())}>
      <Icon name="file" size={14} />
      {busy ? '正在打包…' : text}
    </Button>
  )
}
