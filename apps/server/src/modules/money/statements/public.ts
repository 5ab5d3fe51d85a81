/** Statements as others have them made and answered. */
export { answerStatement, makeStatements } from './service.ts'
