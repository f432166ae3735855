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
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.keys ALTER COLUMN project_id SET STATISTICS 0;
CREATE TABLE public.language_meta (
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
    revision bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.translations (
    project_id uuid NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    key_id uuid NOT NULL,
    text text NOT NULL,
    meta jsonb,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_by uuid
);
ALTER TABLE ONLY public.translations ALTER COLUMN project_id SET STATISTICS 0;
ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (project_id, id);
ALTER TABLE ONLY public.language_meta
    ADD CONSTRAINT language_meta_pkey PRIMARY KEY (project_id, language);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.translations
    ADD CONSTRAINT translations_pkey PRIMARY KEY (project_id, language, key_id);
CREATE INDEX api_keys_of_organization ON public.api_keys USING btree (organization_id, id);
CREATE INDEX keys_by_id ON public.keys USING btree (id);
CREATE UNIQUE INDEX keys_by_name_hash ON public.keys USING btree (project_id, name_hash);
CREATE INDEX keys_in_order ON public.keys USING btree (project_id, "left"(name, 512), id);
CREATE UNIQUE INDEX organizations_one_bootstrap ON public.organizations USING btree (bootstrap) WHERE bootstrap;
CREATE INDEX projects_of_organization ON public.projects USING btree (organization_id, id);
CREATE INDEX translations_of_key ON public.translations USING btree (key_id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.language_meta
    ADD CONSTRAINT language_meta_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.translations
    ADD CONSTRAINT translations_project_id_key_id_fkey FOREIGN KEY (project_id, key_id) REFERENCES public.keys(project_id, id) ON DELETE CASCADE;
INSERT INTO public.migrations VALUES (1, 1763600000000, 'CreateTables1763600000000');
SELECT setval('public.migrations_id_seq', (SELECT max(id) FROM public.migrations));
