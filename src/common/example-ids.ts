/** The ids in the examples of the OpenAPI document: one of each kind of resource, so that examples fit together. */
export const EXAMPLE_IDS = {
  organization: '019a9f3e-4d5e-7b33-8a2c-1d0e9f8a7b6c',
  apiKey: '019a9f3e-5a0b-7f44-9c1d-2e3f4a5b6c7d',
  person: '019a9f3e-5b1c-7e45-8d2e-3f4a5b6c7d8e',
  member: '019a9f3e-5c2d-7d46-9e3f-4a5b6c7d8e9f',
  invitation: '019a9f3e-5d3e-7c47-8f40-5b6c7d8e9fa0',
  session: '019a9f3e-5e4f-7b48-9051-6c7d8e9fa0b1',
  passkey: '019a9f3e-5ea0-7b48-9051-6c7d8e9fa0b2',
  auditEntry: '019a9f3e-5f50-7c49-a162-7d8e9fa0b1c2',
  project: '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42',
  key: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c',
  webhook: '019a9f3e-9d5e-7b21-8c3f-2a3b4c5d6e7f',
  delivery: '019a9f3e-ae6f-7c32-9d40-3b4c5d6e7f80',
  template: '019a9f3e-bf70-7d43-8e51-4c5d6e7f8091',
  release: '019a9f3e-c081-7e54-8f62-5d6e7f8091a2',
  deliveryToken: '019a9f3e-d192-7f65-9073-6e7f8091a2b3',
} as const;
