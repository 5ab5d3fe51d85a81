export { sealAudits, startSealer } from './sealing.ts'
export { auditExporter } from './service.ts'
export { verdictText, verifyAudits } from './verifying.ts'
