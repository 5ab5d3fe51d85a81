import type { ImportKindKey } from '#contract/imports.ts'
import { COMPANY_FILES } from './companies/kind.ts'
import { GOODS_FILES } from './goods/kind.ts'
import type { ImportKind } from './kind.ts'
import { PICTURE_FILES } from './pictures/kind.ts'

/** All that clerks may bring. */
const KINDS: Readonly<Record<ImportKindKey, ImportKind>> = { goods: GOODS_FILES, pictures: PICTURE_FILES, companies: COMPANY_FILES }

export const IMPORT_KINDS = Object.values(KINDS)
export const kindOf = ({ kind }: { kind: ImportKindKey }): ImportKind => KINDS[kind]
