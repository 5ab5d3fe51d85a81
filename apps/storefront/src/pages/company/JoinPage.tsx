import type { DossierWire } from '#contract/companies.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { REGISTER_STEPS, StageShell } from '../../frame/StageShell.tsx'
import { memberPaths } from '../../member-paths.ts'
import { useDossier } from '../../parts/certificates/dossier.ts'
import { JoinForm } from './JoinForm.tsx'
import { joinDossier } from './join-loader.ts'

export const loader = (args: PageArgs): Promise<DossierWire> => joinDossier(args, memberPaths.registered())

/** 注册-企业资质 */
export default function JoinPage() {
  const dossier = useDossier(usePageData<typeof loader>())
  return (
    <StageShell title="企业注册" lead="填写企业资料并上传证照，可随时离开，下次接着填" steps={REGISTER_STEPS} step={2} wide>
      <JoinForm dossier={dossier} done={memberPaths.registered()} />
    </StageShell>
  )
}
