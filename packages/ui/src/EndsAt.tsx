import { Countdown } from './Countdown.tsx'
import { useNow } from './now.ts'
import { endText } from './times.ts'

/** Beyond three days a date says more than hours. */
const COUNTED_MS = 3 * 86_400_000

/** When an offer ends: by the clock when it is near, else by its date. */
export function EndsAt({ at, onEnd }: { at: string; onEnd?: () => void }) {
  const now = useNow()
  if (Date.parse(at) - now > COUNTED_MS) return <>至 {endText(at)}</>
  return (
    <>
      距结束 <Countdown until={at} {...(onEnd && { onEnd })} />
    </>
  )
}
