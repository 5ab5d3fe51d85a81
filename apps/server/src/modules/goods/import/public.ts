/** What files of goods call a field first. */
export { type ColumnMap, mapColumns } from './columns.ts'
/** Companies of a clerk's file: what one is, and rows landed as an operator's are. */
export {
  COMPANY_TEXTS,
  type CompanyFacts,
  type CompanyText,
  companyFacts,
  companyFactsOf,
  type FormerFacts,
  holdCompanyCodes,
  lockCompanyFacts,
  namesakes,
  othersWith,
  type PaperFacts,
  removeCompanies,
  restoreCompany,
} from './company-facts-store.ts'
export { landSaidCompanies, readCompanies } from './company-lander.ts'
export { COMPANY_ALIASES, COMPANY_REQUIRED, type CompanyField, type CompanyRecord, licenceOf } from './company-rows.ts'
export { GOODS_ALIASES, GOODS_REQUIRED, type GoodsField, goodsColumn } from './goods-rows.ts'
/** Readers of table files: what buyers and staff upload is read as the operator's files are, and a goods that a clerk types as a row of one. */
export { readOneGoods } from './one-goods.ts'
export { answerReads, readerThreads } from './reading-thread.ts'
/** Rows that another system sends, landed as those of a file are. */
export { landSaidGoods, landSaidStock } from './said.ts'
/** Reference data that goods and companies stand on. */
export { ensureScopes } from './store.ts'
export { type TableRow, UnreadableFile } from './table-row.ts'
export { rowsOfUpload } from './uploaded.ts'
export { type Part, partsOf, STORED } from './zip-parts.ts'
