import type { DossierWire } from '#contract/companies.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { STORE_STEPS, StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { useDossier } from '../../parts/certificates/dossier.ts'
import { JoinForm } from './JoinForm.tsx'
import { joinDossier } from './join-loader.ts'

export const loader = (args: PageArgs): Promise<DossierWire> => joinDossier(args, memberPaths.storeRegistered())

/** 多店注册-门店资质 */
export default function StoreJoinPage() {
  const dossier = useDossier(usePageData<typeof loader>())
  return (
    <StageShell title="新增门店" lead="新门店单独审核，其他门店照常采购" steps={STORE_STEPS} step={2} wide>
      <JoinForm dossier={dossier} done={memberPaths.storeRegistered()} />
    </StageShell>
  )
}
