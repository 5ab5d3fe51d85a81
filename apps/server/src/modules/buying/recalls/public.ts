/** Recalls as others start and answer them. */
export { answerRecall, startRecall } from './service.ts'
