import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { api } from '../api/calls.ts'

/** 到货提醒: the way on where nothing is left. */
export function RemindButton({ goodsId, name, className = 'btn' }: { goodsId: number; name: string; className?: string }) {
  const client = useApi()
  const [asked, setAsked] = useState(false)
  const { run } = useBusy()
  const ask = () =>
    run(async () => {
      await client.ask(api.arrivalReminder, { params: { id: goodsId } })
      setAsked(true)
      toast({ text: '已登记，到货后会提醒您', tone: 'success' })
    })
  return (
    <button type="button" className={className} disabled={asked} aria-label={`${name} 到货提醒`} onClick={() => void ask()}>
      <Icon name={asked ? 'check' : 'bell'} />
      {asked ? '到货后提醒您' : '到货提醒'}
    </button>
  )
}
