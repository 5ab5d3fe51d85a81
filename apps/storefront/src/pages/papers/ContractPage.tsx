import { Block } from '#ui/Block.tsx'
import columns from '#ui/columns.module.css'
import { Icon } from '#ui/Icon.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { usePapers } from '../../api/usePapers.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import { type Contract, ContractText } from './ContractText.tsx'
import { Signatures } from './Signatures.tsx'
import { SignForm } from './SignForm.tsx'
import { useRead } from './useRead.ts'

export async function loader({ api: client, signal }: PageArgs) {
  return (await client.ask(memberApi.contractInfo, { signal })).data
}

/** /dzht, where an unsigned contract (code 459) leads: read, sign, download. */
export default function ContractPage() {
  const contract = usePageData<typeof loader>()
  const reading = useRead(contract.sha256)
  usePapers(contract.signatures.some(({ document }) => document?.state === 'waiting'))
  const signed = contract.signatures.length > 0 && (
    <Block title="已签署的合同">
      <Signatures signatures={contract.signatures} />
    </Block>
  )
  return (
    <AccountShell title="电子合同">
      <div className={columns.column}>
        <Standing contract={contract} />
        {contract.can_sign === 0 && signed}
        <ContractText contract={contract} reading={reading} />
        {contract.can_sign === 1 && <SignForm contract={contract} read={reading.read} />}
        {contract.can_sign === 1 && signed}
      </div>
    </AccountShell>
  )
}

/** What is to be done with the contract, or that nothing is. */
function Standing({ contract }: { contract: Contract }) {
  const { title, version, must_sign: must, can_sign: can, why, signatures } = contract
  const [last] = signatures
  if (must === 1) {
    return (
      <p className="note note-warn" role="status">
        <Icon name="warn" />
        <span>
          {can === 1
            ? `请阅读并签署《${title}》（第 ${version} 版），签署后即可继续采购。`
            : `《${title}》（第 ${version} 版）尚未签署：${why}。`}
        </span>
      </p>
    )
  }
  if (can === 0) {
    return (
      <p className={last ? 'note note-ok' : 'note note-info'}>
        <Icon name={last ? 'shield' : 'info'} />
        <span>
          《{title}》{why}
        </span>
      </p>
    )
  }
  return (
    <p className="note note-warn">
      <Icon name="calendar" />
      <span>
        {last?.state === 'soon'
          ? `现行协议 ${last.valid_until} 到期，现在可以续签；续签前不影响采购。`
          : `《${title}》（第 ${version} 版）可以签署，签署后按本版执行。`}
      </span>
    </p>
  )
}
