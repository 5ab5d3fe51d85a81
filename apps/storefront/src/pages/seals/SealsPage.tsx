import columns from '#ui/columns.module.css'
import { sealApi } from '../../api/seal-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { OwnSeals } from './OwnSeals.tsx'
import { Supplier } from './Supplier.tsx'
import { UseLog } from './UseLog.tsx'

export async function loader({ api, signal }: PageArgs) {
  const [info, uses] = await Promise.all([api.ask(sealApi.info, { signal }), api.ask(sealApi.uses, { signal })])
  return { info: info.data, uses: uses.data }
}

/** /dzqz: the company's own seals, what they were put on, and by what the wholesaler's papers are known. */
export default function SealsPage() {
  const { info, uses } = usePageData<typeof loader>()
  return (
    <AccountShell title="电子签章管理">
      <div className={columns.column}>
        <OwnSeals info={info} />
        {info.seals.some((one) => one.uses > 0) && <UseLog key={uses.list[0]?.id ?? 0} first={uses} />}
        <Supplier info={info} />
      </div>
    </AccountShell>
  )
}
