import { memberApi } from '../../api/member-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { Block } from '../../parts/Block.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { AccountShell } from '../account/AccountShell.tsx'
import { ContractText } from './ContractText.tsx'
import css from './papers.module.css'
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
  const signed = contract.signatures.length > 0 && (
    <Block title="已签署的合同">
      <Signatures signatures={contract.signatures} />
    </Block>
  )
  return (
    <AccountShell title="电子合同">
      <div className={css.page}>
        {contract.must_sign === 1 ? (
          <p className="note note-warn" role="status">
            <Icon name="warn" />
            <span>
              请阅读并签署《{contract.title}》（第 {contract.version} 版），签署后即可继续采购。
              {contract.why && contract.can_sign === 0 ? contract.why : ''}
            </span>
          </p>
        ) : (
          contract.why && (
            <p className="note note-ok">
              <Icon name="shield" />《{contract.title}》{contract.why}
            </p>
          )
        )}
        {contract.can_sign === 0 && signed}
        <ContractText contract={contract} reading={reading} />
        {contract.can_sign === 1 && <SignForm contract={contract} read={reading.read} />}
        {contract.can_sign === 1 && signed}
      </div>
    </AccountShell>
  )
}
