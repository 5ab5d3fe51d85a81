import { useState } from 'react'
import type { LettersWire } from '#contract/invitations.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { ImportOf } from '../../parts/imports/ImportOf.tsx'
import { COMPANY_KIND } from '../../parts/imports/import-kinds.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { numberText } from '../../parts/numbers.ts'
import { calls } from './calls.ts'
import { InviteMany } from './InviteMany.tsx'
import { Letters } from './Letters.tsx'

/** Who of them can sign in; letters for those who cannot, as many as are made at once. */
function Logins({ id }: { id: number }) {
  const may = useMay()
  const [letters, setLetters] = useState<LettersWire | null>(null)
  const logins = useAsk(calls.importLogins, { params: { id } }, { anew: true })
  return (
    <>
      <Loaded of={logins}>
        {({ signed_in, invited, waiting, list }) => (
          <p className="row import-logins" role="status">
            <span>
              登录：已有人登录 {numberText(signed_in)} 家，已发出邀请 {numberText(invited)} 家，还没有邀请 {numberText(waiting)} 家
              {waiting > list.length && `，一次邀请 ${numberText(list.length)} 家`}
            </span>
            {may('companies.invite') && list.length > 0 && <InviteMany companies={list} onLetters={setLetters} onDone={() => undefined} />}
          </p>
        )}
      </Loaded>
      {letters && <Letters of={letters} onClose={() => setLetters(null)} />}
    </>
  )
}

export default function ImportPage() {
  return (
    <ImportOf
      kind={COMPANY_KIND}
      after={({ id, state, counts }) => (state === 'done' || state === 'undone') && counts.landed > 0 && <Logins key={state} id={id} />}
    />
  )
}
