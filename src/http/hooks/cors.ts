/** Response headers that scripts of other origins may read. */
const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Content-Disposition',
  'ETag',
  'Link',
  'Retry-After',
  'X-Export-Warnings',
  'X-Request-Id',
];

/** @param origins allowed origins, such as `https://dashboard.example.com` */
export const corsOptions = (origins: string[]) => ({
  origin: origins,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: 600,
  // An OPTIONS request without the headers of a preflight gets the same response. In strict mode it is a 400.
  strictPreflight: false,
});
