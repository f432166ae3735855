import { NumberInput, Select, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../api/client';
import { Form } from '../../components/dialog';
import { planName, PLANS } from '../../plans';

type Values = Pick<Schemas['Organization'], 'name' | 'plan'> & { rateLimit?: number };

/** Creates or changes an organization. */
export function OrganizationForm({
  organization,
  submit,
  send,
  onCancel,
  onDone,
}: {
  organization?: Schemas['Organization'];
  submit: string;
  send: (values: Values) => Promise<void>;
  onCancel: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useInputState(organization?.name ?? '');
  const [plan, setPlan] = useState<Values['plan']>(organization?.plan ?? 'free');
  const [rateLimit, setRateLimit] = useState<number | string>(organization?.rateLimit ?? 10_000);
  const isOwnLimit = plan === 'enterprise';
  return (
    <Form
      submit={submit}
      send={() => send({ name, plan, ...(isOwnLimit && { rateLimit: Number(rateLimit) }) })}
      onDone={onDone}
      onCancel={onCancel}
      isComplete={name.trim() !== '' && (!isOwnLimit || Number(rateLimit) > 0)}
    >
      <TextInput label={t('organizations.name')} value={name} onChange={setName} maxLength={200} data-autofocus />
      <Select
        label={t('plan.plan')}
        data={(Object.keys(PLANS) as Values['plan'][]).map((value) => ({ value, label: planName(value) }))}
        value={plan}
        onChange={(value) => value !== null && setPlan(value)}
        allowDeselect={false}
      />
      {isOwnLimit && (
        <NumberInput
          label={t('plan.limit')}
          value={rateLimit}
          onChange={setRateLimit}
          min={1}
          max={2_147_483_647}
          allowDecimal={false}
          thousandSeparator=" "
        />
      )}
    </Form>
  );
}
