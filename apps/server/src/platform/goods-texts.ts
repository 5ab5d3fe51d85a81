import { GOODS_TEXT_FIELDS } from '#contract/constants.ts'

/** The texts of a goods (g) that are kept as they are said, as one value. */
export const GOODS_TEXTS_SQL = `json_build_object(${GOODS_TEXT_FIELDS.map((field) => `'${field}', g.${field}`).join(', ')})`
