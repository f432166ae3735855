import { createHash } from 'node:crypto';
import { CHECKS, isBreaking } from './checks';
import type { FileFinding } from './find-findings';

/** Returns a report in the Static Analysis Results Interchange Format 2.1.0 (OASIS). */
export const toSarif = (findings: readonly FileFinding[]): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'glossa check',
          rules: Object.entries(CHECKS).map(([id, text]) => ({ id, shortDescription: { text } })),
        },
      },
      results: findings.map(({ file, line, key, language, code, detail }) => ({
        ruleId: code,
        ruleIndex: Object.keys(CHECKS).indexOf(code),
        level: isBreaking(code) ? 'error' : 'warning',
        message: { text: `${key} (${language}): ${detail}` },
        locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: line } } }],
        // The same finding in another line of the file is the same alert.
        partialFingerprints: {
          'glossaFinding/v1': createHash('sha256')
            .update(JSON.stringify([file, key, language, code]))
            .digest('hex'),
        },
      })),
    },
  ],
});
