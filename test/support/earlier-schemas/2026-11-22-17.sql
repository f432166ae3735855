CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    hint text NOT NULL,
    scopes text[] NOT NULL,
    project_ids uuid[],
    created_by text,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.changes (
    project_id uuid NOT NULL,
    revision bigint NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL,
    action text NOT NULL COLLATE pg_catalog."C",
    api_key_id uuid NOT NULL,
    api_key_name text NOT NULL,
    languages text[] NOT NULL,
    namespaces text[] NOT NULL,
    string_count integer NOT NULL,
    undoes bigint,
    details jsonb NOT NULL
);
CREATE TABLE public.file_layouts (
    project_id uuid NOT NULL,
    format text NOT NULL COLLATE pg_catalog."C",
    layout jsonb NOT NULL,
    since bigint DEFAULT '0'::bigint NOT NULL
);
CREATE TABLE public.file_layouts_history (
    since bigint NOT NULL,
    until bigint NOT NULL,
    project_id uuid NOT NULL,
    format text NOT NULL COLLATE pg_catalog."C",
    layout jsonb NOT NULL
);
CREATE TABLE public.file_templates (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    format text NOT NULL COLLATE pg_catalog."C",
    namespace text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    path text,
    options jsonb NOT NULL,
    size integer NOT NULL,
    hash bytea NOT NULL,
    content bytea NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    since bigint DEFAULT '0'::bigint NOT NULL
);
ALTER TABLE ONLY public.file_templates ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE TABLE public.file_templates_history (
    since bigint NOT NULL,
    until bigint NOT NULL,
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    format text NOT NULL COLLATE pg_catalog."C",
    namespace text NOT NULL COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    path text,
    options jsonb NOT NULL,
    size integer NOT NULL,
    hash bytea NOT NULL,
    content bytea NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.file_templates_history ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE TABLE public.job_leases (
    name text NOT NULL COLLATE pg_catalog."C",
    holder uuid,
    until timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.kept_answers (
    organization_id uuid NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    request bytea NOT NULL,
    headers jsonb NOT NULL,
    body text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.keys (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    name_hash bytea NOT NULL,
    namespace text GENERATED ALWAYS AS (
CASE
    WHEN (POSITION(('.'::text) IN (name)) > 0) THEN split_part(name, '.'::text, 1)
    ELSE ''::text
END) STORED NOT NULL COLLATE pg_catalog."C",
    description text,
    meta jsonb,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    since bigint DEFAULT '0'::bigint NOT NULL,
    tags jsonb,
    max_length integer
);
ALTER TABLE ONLY public.keys ALTER COLUMN project_id SET STATISTICS 0;
ALTER TABLE ONLY public.keys ALTER COLUMN since SET STATISTICS 0;
CREATE TABLE public.keys_history (
    since bigint NOT NULL,
    until bigint NOT NULL,
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    description text,
    meta jsonb,
    tags jsonb,
    max_length integer
);
ALTER TABLE ONLY public.keys_history ALTER COLUMN since SET STATISTICS 0;
ALTER TABLE ONLY public.keys_history ALTER COLUMN until SET STATISTICS 0;
ALTER TABLE ONLY public.keys_history ALTER COLUMN project_id SET STATISTICS 0;
CREATE TABLE public.language_meta (
    project_id uuid NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    meta jsonb NOT NULL,
    since bigint DEFAULT '0'::bigint NOT NULL
);
CREATE TABLE public.language_meta_history (
    since bigint NOT NULL,
    until bigint NOT NULL,
    project_id uuid NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    meta jsonb NOT NULL
);
CREATE TABLE public.migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.migrations_id_seq OWNED BY public.migrations.id;
CREATE TABLE public.organizations (
    id uuid NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    rate_limit integer,
    bootstrap boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT organizations_check CHECK (((plan = 'enterprise'::text) = (rate_limit IS NOT NULL))),
    CONSTRAINT organizations_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'growth'::text, 'professional'::text, 'enterprise'::text]))),
    CONSTRAINT organizations_rate_limit_check CHECK ((rate_limit > 0))
);
CREATE TABLE public.projects (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    source_language text NOT NULL,
    target_languages text[] NOT NULL,
    string_count integer DEFAULT 0 NOT NULL,
    revision bigint DEFAULT '0'::bigint NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    settings_since bigint DEFAULT '0'::bigint NOT NULL,
    oldest_revision bigint DEFAULT '0'::bigint NOT NULL,
    protect_reviewed boolean DEFAULT false NOT NULL,
    has_webhooks boolean DEFAULT false NOT NULL
);
CREATE TABLE public.projects_history (
    since bigint NOT NULL,
    until bigint NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    target_languages text[] NOT NULL,
    protect_reviewed boolean DEFAULT false NOT NULL
);
CREATE TABLE public.sessions (
    id_hash bytea NOT NULL,
    api_key_id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.translations (
    project_id uuid NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    key_id uuid NOT NULL,
    text text NOT NULL,
    meta jsonb,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_by uuid,
    since bigint DEFAULT '0'::bigint NOT NULL,
    state smallint DEFAULT '1'::smallint NOT NULL,
    text_revision bigint
);
ALTER TABLE ONLY public.translations ALTER COLUMN project_id SET STATISTICS 0;
ALTER TABLE ONLY public.translations ALTER COLUMN since SET STATISTICS 0;
CREATE TABLE public.translations_history (
    since bigint NOT NULL,
    until bigint NOT NULL,
    project_id uuid NOT NULL,
    key_id uuid NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL,
    meta jsonb,
    state smallint DEFAULT '1'::smallint NOT NULL,
    text_revision bigint
);
ALTER TABLE ONLY public.translations_history ALTER COLUMN since SET STATISTICS 0;
ALTER TABLE ONLY public.translations_history ALTER COLUMN until SET STATISTICS 0;
ALTER TABLE ONLY public.translations_history ALTER COLUMN project_id SET STATISTICS 0;
CREATE TABLE public.typeorm_metadata (
    type character varying NOT NULL,
    database character varying,
    schema character varying,
    "table" character varying,
    name character varying,
    value text
);
CREATE TABLE public.webhook_deliveries (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    revision bigint NOT NULL,
    event text NOT NULL COLLATE pg_catalog."C",
    data json NOT NULL,
    queued boolean NOT NULL,
    requested_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    attempted_at timestamp(3) with time zone,
    succeeded boolean,
    response_status smallint,
    error text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.webhooks (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_secret_until timestamp(3) with time zone,
    paused_at timestamp(3) with time zone,
    pause_reason text COLLATE pg_catalog."C",
    failures smallint DEFAULT '0'::smallint NOT NULL,
    failing_since timestamp(3) with time zone,
    retry_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    lease uuid,
    leased_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (project_id, revision);
ALTER TABLE ONLY public.file_layouts
    ADD CONSTRAINT file_layouts_pkey PRIMARY KEY (project_id, format);
ALTER TABLE ONLY public.file_templates
    ADD CONSTRAINT file_templates_key UNIQUE (project_id, format, namespace, language);
ALTER TABLE ONLY public.file_templates
    ADD CONSTRAINT file_templates_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.job_leases
    ADD CONSTRAINT job_leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.kept_answers
    ADD CONSTRAINT kept_answers_pkey PRIMARY KEY (organization_id, key);
ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.language_meta
    ADD CONSTRAINT language_meta_pkey PRIMARY KEY (project_id, language);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id_hash);
ALTER TABLE ONLY public.translations
    ADD CONSTRAINT translations_pkey PRIMARY KEY (project_id, language, key_id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
CREATE INDEX api_keys_of_organization ON public.api_keys USING btree (organization_id, id);
CREATE INDEX changes_in_time ON public.changes USING btree (project_id, at);
CREATE INDEX changes_that_undo ON public.changes USING btree (project_id, undoes) WHERE (undoes IS NOT NULL);
CREATE INDEX file_layouts_history_until ON public.file_layouts_history USING btree (project_id, until);
CREATE INDEX file_templates_history_until ON public.file_templates_history USING btree (project_id, until);
CREATE INDEX kept_answers_expiry ON public.kept_answers USING btree (expires_at);
CREATE INDEX keys_by_id ON public.keys USING btree (id);
CREATE UNIQUE INDEX keys_by_name_hash ON public.keys USING btree (project_id, name_hash);
CREATE INDEX keys_by_revision ON public.keys USING btree (project_id, since) WHERE (since IS NOT NULL);
CREATE INDEX keys_history_of_key ON public.keys_history USING btree (id);
CREATE INDEX keys_history_since ON public.keys_history USING btree (project_id, since);
CREATE INDEX keys_history_until ON public.keys_history USING btree (project_id, until);
CREATE INDEX keys_in_order ON public.keys USING btree (project_id, "left"(name, 512), id);
CREATE INDEX language_meta_history_until ON public.language_meta_history USING btree (project_id, until);
CREATE UNIQUE INDEX organizations_one_bootstrap ON public.organizations USING btree (bootstrap) WHERE bootstrap;
CREATE INDEX projects_history_until ON public.projects_history USING btree (project_id, until);
CREATE INDEX projects_of_organization ON public.projects USING btree (organization_id, id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_of_api_key ON public.sessions USING btree (api_key_id);
CREATE INDEX translations_by_revision ON public.translations USING btree (project_id, since) WHERE (since IS NOT NULL);
CREATE INDEX translations_history_of_key ON public.translations_history USING btree (key_id);
CREATE INDEX translations_history_since ON public.translations_history USING btree (project_id, since);
CREATE INDEX translations_history_until ON public.translations_history USING btree (project_id, until);
CREATE INDEX translations_of_key ON public.translations USING btree (project_id, key_id);
CREATE INDEX webhook_deliveries_of_webhook ON public.webhook_deliveries USING btree (webhook_id, id);
CREATE INDEX webhook_deliveries_queue ON public.webhook_deliveries USING btree (webhook_id, revision, id) WHERE queued;
CREATE INDEX webhook_deliveries_requested ON public.webhook_deliveries USING btree (webhook_id, requested_at) WHERE (requested_at IS NOT NULL);
CREATE INDEX webhooks_due ON public.webhooks USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX webhooks_of_project ON public.webhooks USING btree (project_id, id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.file_layouts_history
    ADD CONSTRAINT file_layouts_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.file_layouts
    ADD CONSTRAINT file_layouts_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.file_templates_history
    ADD CONSTRAINT file_templates_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.file_templates
    ADD CONSTRAINT file_templates_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.kept_answers
    ADD CONSTRAINT kept_answers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.keys_history
    ADD CONSTRAINT keys_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.language_meta_history
    ADD CONSTRAINT language_meta_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.language_meta
    ADD CONSTRAINT language_meta_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.projects_history
    ADD CONSTRAINT projects_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.translations_history
    ADD CONSTRAINT translations_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.translations
    ADD CONSTRAINT translations_project_id_key_id_fkey FOREIGN KEY (project_id, key_id) REFERENCES public.keys(project_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
INSERT INTO public.migrations VALUES (1, 1763600000000, 'CreateTables1763600000000');
INSERT INTO public.migrations VALUES (2, 1763800000000, 'CreateTypeormMetadata1763800000000');
INSERT INTO public.migrations VALUES (3, 1764000000000, 'CreateFileLayouts1764000000000');
INSERT INTO public.migrations VALUES (4, 1764100000000, 'CreateFileTemplates1764100000000');
INSERT INTO public.migrations VALUES (5, 1764200000000, 'CreateHistory1764200000000');
INSERT INTO public.migrations VALUES (6, 1764300000000, 'CreateKeptAnswers1764300000000');
INSERT INTO public.migrations VALUES (7, 1764350000000, 'AddOldestRevision1764350000000');
INSERT INTO public.migrations VALUES (8, 1764360000000, 'CreateJobLeases1764360000000');
INSERT INTO public.migrations VALUES (9, 1764400000000, 'AddStates1764400000000');
INSERT INTO public.migrations VALUES (10, 1764500000000, 'CreateWebhooks1764500000000');
INSERT INTO public.migrations VALUES (11, 1764600000000, 'CreateSessions1764600000000');
INSERT INTO public.typeorm_metadata VALUES ('GENERATED_COLUMN', 'mig_17', 'public', 'keys', 'namespace', 'CASE WHEN position(''.'' IN name) > 0 THEN split_part(name, ''.'', 1) ELSE '''' END');
SELECT setval('public.migrations_id_seq', (SELECT max(id) FROM public.migrations));
